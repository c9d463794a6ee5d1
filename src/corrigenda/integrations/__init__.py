"""What corrigenda is to other tools: metrics of their training loops and task files."""
