import { connectBrowser } from '#client/http/browser/browser-connection.ts'
import { noteSignedOut } from './signed-out.ts'

/** The one connection of this window; queries make the resources that they need from it. */
export const connection = connectBrowser({
  api: location.origin,
  onSignedOut: noteSignedOut,
})
