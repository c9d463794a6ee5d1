"""Is the system too timid? Words changed and moved, sentences split and joined, reranking."""
