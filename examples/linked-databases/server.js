import express from 'express'
import { openStores } from './stores.js'

/** Counts visits in every database that the application is linked to. */
const stores = openStores(process.env)
const app = express()

app.get('/', (_request, response) => {
  response.send(`Linked to: ${Object.keys(stores).join(', ') || 'nothing'}`)
})

app.post('/visits', async (_request, response) => {
  for (const { add } of Object.values(stores)) await add()
  response.status(201).send()
})

app.get('/visits', async (_request, response) => {
  const counts = Object.entries(stores).map(async ([name, { count }]) => [name, await count()])
  response.json(Object.fromEntries(await Promise.all(counts)))
})

app.listen(process.env.PORT ?? 8080, '0.0.0.0')
