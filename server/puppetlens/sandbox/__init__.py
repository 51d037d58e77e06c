"""Ruby of modules, run in a sandbox."""
