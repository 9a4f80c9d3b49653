"""Everything that ships: rules, games, matches, players, post, adapters, web and site."""
