"""The promises of the store port, one check each, gathered in tests.adapters.store_contract."""
