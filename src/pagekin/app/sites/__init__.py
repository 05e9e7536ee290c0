"""Sites: opened for fetching as settings, logins and learned crawlers say."""
