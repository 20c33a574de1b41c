"""Runs the migrations on the connection that the program hands over, inside its transaction.

To write a new one: `alembic -c src/wendekreis/store/migrations/alembic.ini revision -m "…"`.
"""

from alembic import context
from sqlalchemy import create_engine

from wendekreis.store.tables import metadata

connection = context.config.attributes.get("connection")
if connection is not None:
    context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=False)
    context.run_migrations()
else:
    # Only alembic's own command comes here; the program always brings its connection.
    with create_engine(context.config.get_main_option("sqlalchemy.url", "sqlite://")).begin() as connection:
        context.configure(connection=connection, target_metadata=metadata)
        with context.begin_transaction():
            context.run_migrations()
