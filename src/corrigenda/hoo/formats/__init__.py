"""HOO: fragments of text and their edits, as the shared tasks of 2011 and 2012 had them.

| module | what it reads and writes, or does |
| --- | --- |
| `standoff` | edits apart from their text: `NNNNGE.xml`, `NNNNTTR.xml` |
| `inline` | text with its edits in it: `NNNNG.xml` |
| `texts` | plain and sentence-segmented text: `NNNN.txt`, `NNNNS.txt` |
| `parts` | the sources of HOO 2012 |
| `names` | what files are called, and which belong together |
| `fragments` | corrected text; fragments as segments, and back |
| `conversion` | HOO among the other formats |
| `codes` | tables of error codes that users give |
| `validation` | what is wrong with files, and repaired copies of them |
"""
