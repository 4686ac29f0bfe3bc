/** Exit code of `admin backup` when the archive lacks nothing but fresh dumps of databases. */
export const databasesMissing = 3
