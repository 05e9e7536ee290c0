"""The store's values as Parquet files, for questions over very many of them."""
