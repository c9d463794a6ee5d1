"""Where rows are computed: in this process, or in several on this machine.

Sentences are independent until references are chosen, so they can be computed anywhere; choosing
runs here, in corpus order. The result is the same whatever the number of processes.
"""
