"""The table in the browser: app factory, routes, wire types, texts and the client's files."""
