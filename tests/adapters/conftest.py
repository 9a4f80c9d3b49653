"""Lets the checks of the store's contract show what they compared, although they stand outside of test modules."""

import pytest

pytest.register_assert_rewrite("tests.adapters.contract")
