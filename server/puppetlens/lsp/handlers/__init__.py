"""One feature a file, each with `register(server)`: params -> question to the engine -> convert."""
