"""What Ruby files declare, read with tree-sitter. Invariant: Ruby is never run here."""
