"""Korean: which lines ask for papers, and how the papers are named."""
