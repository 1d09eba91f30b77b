"""Style, the READMEs, and files mixed with other people's."""
