import { endpoint } from '#api/endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  summary: 'Answers 200 once the platform can take a push',
  handle: async () => ({ status: 'ok' }),
})
