//! SQLite: one writer thread, migrations, one file per table, outbox, projections.
