import mysql from 'mysql2/promise'
import pg from 'pg'
import { createClient } from 'redis'

/** The databases whose variables are there, each with a table or a key for visits. */
export function openStores(environment) {
  const { POSTGRESQL_ADDON_URI, MYSQL_ADDON_URI, REDIS_URL } = environment
  return {
    ...(POSTGRESQL_ADDON_URI && { postgresql: openPostgresql(POSTGRESQL_ADDON_URI) }),
    ...(MYSQL_ADDON_URI && { mysql: openMysql(MYSQL_ADDON_URI) }),
    ...(REDIS_URL && { redis: openRedis(REDIS_URL) }),
  }
}

function openPostgresql(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 2 })
  pool.on('error', console.error)
  const table = pool.query('create table if not exists visits (id serial primary key)')
  table.catch(console.error)
  return {
    add: async () => void (await table, await pool.query('insert into visits default values')),
    count: async () => Number((await pool.query('select count(*) from visits')).rows[0].count),
  }
}

function openMysql(uri) {
  const pool = mysql.createPool({ uri, connectionLimit: 2 })
  const table = pool.query('create table if not exists visits (id serial primary key)')
  table.catch(console.error)
  return {
    add: async () => void (await table, await pool.query('insert into visits values ()')),
    count: async () => (await pool.query('select count(*) as count from visits'))[0][0].count,
  }
}

function openRedis(url) {
  const client = createClient({ url })
  client.on('error', console.error)
  const connected = client.connect()
  connected.catch(console.error)
  return {
    add: async () => void (await connected, await client.incr('visits')),
    count: async () => Number((await client.get('visits')) ?? 0),
  }
}
