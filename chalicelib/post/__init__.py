"""Notifications: which log row owes whom what, the mails themselves, and the delivery row that proves each of them."""
