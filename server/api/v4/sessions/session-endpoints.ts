import { deleteSession, getSession } from './session.ts'
import { deleteOneSession, deleteOtherSessions, listSessions } from './sessions.ts'

/** Logins of browsers. */
export const sessionEndpoints = [
  getSession,
  deleteSession,
  listSessions,
  deleteOneSession,
  deleteOtherSessions,
]
