"""What is not about planning: compiling, files, the machine, statistics, HTML."""
