import { createRequire } from 'node:module'

/** The client of PostgreSQL in its CommonJS form. Only this folder loads it, and only a server on PostgreSQL this folder. */
const pg: typeof import('pg') = createRequire(import.meta.url)('pg')

export const { Client, Pool } = pg
export const { builtins, getTypeParser } = pg.types
