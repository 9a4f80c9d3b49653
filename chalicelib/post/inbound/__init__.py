"""MAIL THAT COMES IN: who wrote it, what of it is theirs, and what they ask for. Pure, and linear in what is read."""
