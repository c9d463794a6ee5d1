S My uncle live in small village near of the sea .
A 2 3|||R:VERB:SVA|||lives|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||lives|||REQUIRED|||-NONE-|||1
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 6 8|||R:PREP|||by|||REQUIRED|||-NONE-|||1

S Yesterday we have visited the museum and it were very interesting .
A 2 4|||R:VERB:TENSE|||visited|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0
A 2 3|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1
A 6 9|||R:OTHER|||, which was|||REQUIRED|||-NONE-|||1

S I am agree with you that the homeworks should be shorter .
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:INFL|||homework|||REQUIRED|||-NONE-|||0
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||1
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:INFL|||homework|||REQUIRED|||-NONE-|||1

S She did n't knew nothing about the accident .
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||0
A 4 5|||R:PRON|||anything|||REQUIRED|||-NONE-|||0
A 1 3|||U:VERB||||||REQUIRED|||-NONE-|||1
A 3 4|||R:VERB:FORM|||know|||REQUIRED|||-NONE-|||2
A 4 6|||R:OTHER|||of|||REQUIRED|||-NONE-|||2

S The weather is nice today , so let us eat in the garden .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S He explained me how works the new machine .
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 4 8|||R:WO|||the new machine works|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||showed|||REQUIRED|||-NONE-|||1
A 4 8|||R:WO|||the new machine works|||REQUIRED|||-NONE-|||1

S Many of my freinds recieve too much emails every day .
A 3 4|||R:SPELL|||friends|||REQUIRED|||-NONE-|||0
A 4 5|||R:SPELL|||receive|||REQUIRED|||-NONE-|||0
A 6 7|||R:ADJ|||many|||REQUIRED|||-NONE-|||0
A 3 4|||R:SPELL|||friends|||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB|||get|||REQUIRED|||-NONE-|||1
A 5 8|||R:OTHER|||a lot of email|||REQUIRED|||-NONE-|||1

S If I would have more time , I will learn to play piano .
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||would|||REQUIRED|||-NONE-|||0
A 12 12|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:TENSE|||would|||REQUIRED|||-NONE-|||1
A 2 3|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||2
A 12 12|||M:DET|||the|||REQUIRED|||-NONE-|||2

S The childrens was playing in the park when it start to rain .
A 1 2|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:TENSE|||started|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 9 12|||R:VERB:FORM|||started raining|||REQUIRED|||-NONE-|||1

S I look forward to hear from you soon .
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||am looking|||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||1

S In my opinion the cars should to be forbidden in the center of city .
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 6 7|||U:PART||||||REQUIRED|||-NONE-|||0
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||1
A 6 7|||U:PART||||||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB|||banned|||REQUIRED|||-NONE-|||1
A 11 14|||R:WO|||city center|||REQUIRED|||-NONE-|||1
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||2
A 6 7|||U:PART||||||REQUIRED|||-NONE-|||2
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||2

S This book is more easier than the one what we read last year .
A 3 4|||U:ADJ:FORM||||||REQUIRED|||-NONE-|||0
A 8 9|||R:PRON|||that||which||-NONE-|||REQUIRED|||-NONE-|||0
A 3 4|||U:ADJ:FORM||||||REQUIRED|||-NONE-|||1
A 8 9|||U:PRON||||||REQUIRED|||-NONE-|||1
A 3 4|||R:ADV|||much|||REQUIRED|||-NONE-|||2
A 8 9|||R:PRON|||that|||REQUIRED|||-NONE-|||2

S My mother she works like a nurse since ten years .
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:TENSE|||has worked|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||as|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 2 4|||R:OTHER|||has been working|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||as|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S People which smoke do not care of their healthy .
A 1 2|||R:PRON|||who|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||about|||REQUIRED|||-NONE-|||0
A 8 9|||R:MORPH|||health|||REQUIRED|||-NONE-|||0
A 1 2|||R:PRON|||who|||REQUIRED|||-NONE-|||1
A 5 7|||R:OTHER|||look after|||REQUIRED|||-NONE-|||1
A 8 9|||R:MORPH|||health|||REQUIRED|||-NONE-|||1

S I wanted to buy a new laptop but I had not enough money for to pay it .
A 7 7|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 9 11|||R:VERB|||did not have|||REQUIRED|||-NONE-|||0
A 13 14|||U:PREP||||||REQUIRED|||-NONE-|||0
A 16 16|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 9 11|||R:VERB|||did n't have|||REQUIRED|||-NONE-|||1
A 13 17|||U:OTHER||||||REQUIRED|||-NONE-|||1

S Thank you for your letter ; I was very happy to read it .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Last summer I was in Italy it was very hot we swimmed every day .
A 6 7|||R:OTHER|||. It|||REQUIRED|||-NONE-|||0
A 10 10|||M:CONJ|||and|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:INFL|||swam|||REQUIRED|||-NONE-|||0
A 6 7|||R:OTHER|||, where it|||REQUIRED|||-NONE-|||1
A 10 11|||R:OTHER|||, and we|||REQUIRED|||-NONE-|||1
A 11 12|||R:VERB:INFL|||swam|||REQUIRED|||-NONE-|||1
A 6 6|||M:PUNCT|||;|||REQUIRED|||-NONE-|||2
A 10 10|||M:CONJ|||and|||REQUIRED|||-NONE-|||2
A 11 12|||R:VERB:INFL|||swam|||REQUIRED|||-NONE-|||2

S There is a lot of informations in internet about this subject .
A 5 6|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||1
A 6 8|||R:OTHER|||online|||REQUIRED|||-NONE-|||1

S The teacher gave to us an advice which helped me a lot .
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 5 6|||R:DET|||some|||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 5 6|||R:OTHER|||a piece of|||REQUIRED|||-NONE-|||1
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||2
A 5 6|||R:DET|||some|||REQUIRED|||-NONE-|||2
A 9 10|||R:PRON|||us|||REQUIRED|||-NONE-|||2

S Nowadays everybody have a mobile phone , even the small children .
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1

S He asked me where did I live and what is my job .
A 4 7|||R:WO|||I lived|||REQUIRED|||-NONE-|||0
A 9 12|||R:WO|||my job was|||REQUIRED|||-NONE-|||0

S We must to protect our enviroment because is the only one that we have .
A 2 3|||U:PART||||||REQUIRED|||-NONE-|||0
A 5 6|||R:SPELL|||environment|||REQUIRED|||-NONE-|||0
A 7 7|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||have|||REQUIRED|||-NONE-|||1
A 5 6|||R:SPELL|||environment|||REQUIRED|||-NONE-|||1
A 7 7|||M:PRON|||it|||REQUIRED|||-NONE-|||1

S Although the film was long , but I enjoyed it very much .
A 6 7|||U:CONJ||||||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||The|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S My hobby is to colect stamps and also I like very much to cook .
A 3 5|||R:VERB:FORM|||collecting|||REQUIRED|||-NONE-|||0
A 7 9|||R:WO|||I also|||REQUIRED|||-NONE-|||0
A 10 12|||U:ADV||||||REQUIRED|||-NONE-|||0
A 14 14|||M:ADV|||very much|||REQUIRED|||-NONE-|||0
A 4 5|||R:SPELL|||collect|||REQUIRED|||-NONE-|||1
A 7 14|||R:WO|||I also like cooking very much|||REQUIRED|||-NONE-|||1

S You should take a decision before is too late .
A 2 3|||R:VERB|||make|||REQUIRED|||-NONE-|||0
A 6 6|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 2 5|||R:VERB|||decide|||REQUIRED|||-NONE-|||1
A 6 6|||M:PRON|||it|||REQUIRED|||-NONE-|||1
A 6 6|||M:PRON|||it|||REQUIRED|||-NONE-|||2

S The news are not always true , specially in social media .
A 2 3|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 7 8|||R:ADV|||especially|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||1
A 7 8|||R:ADV|||especially|||REQUIRED|||-NONE-|||1

S I have been in London two years ago with my best friend .
A 1 3|||R:VERB:TENSE|||was|||REQUIRED|||-NONE-|||0
A 1 4|||R:VERB|||went to|||REQUIRED|||-NONE-|||1
A 1 4|||R:VERB|||visited|||REQUIRED|||-NONE-|||2

S Technology make our live more comfortable but also more lonely the people .
A 1 2|||R:VERB:SVA|||makes|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN|||lives|||REQUIRED|||-NONE-|||0
A 8 12|||R:WO|||makes people more lonely|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||makes|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN|||lives|||REQUIRED|||-NONE-|||1
A 8 12|||UNK|||more lonely the people|||REQUIRED|||-NONE-|||1

S How long time does it take to arrive to the station by foot ?
A 2 3|||U:NOUN||||||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB|||get|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 1 3|||R:ADJ|||much time|||REQUIRED|||-NONE-|||1
A 7 9|||R:VERB|||reach|||REQUIRED|||-NONE-|||1
A 11 12|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S They do n't understand each other because they come from different cultures .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S Finally , I would like to say that I am sure the concert it will be a big success .
A 13 14|||U:PRON||||||REQUIRED|||-NONE-|||0
A 13 14|||U:PRON||||||REQUIRED|||-NONE-|||1
A 17 18|||R:ADJ|||great|||REQUIRED|||-NONE-|||1

S It is one of the most beautiful place I ever visited in my live .
A 7 8|||R:NOUN:NUM|||places|||REQUIRED|||-NONE-|||0
A 9 9|||M:VERB:TENSE|||have|||REQUIRED|||-NONE-|||0
A 13 14|||R:NOUN|||life|||REQUIRED|||-NONE-|||0
