import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { passwordHeader } from '#client/http/password-header.ts'

/** A second factor that is not asked for yet. */
export interface NewSecondFactor {
  /** For an authenticator: `otpauth://totp/…`, with the secret in it. */
  url: string
  /** The same as a QR code: rows of 0 for light and 1 for dark, without a margin. */
  qr: string[]
}

export interface BackupCode {
  code: string
}

const path = '/v2/self/mfa/TOTP'

/** Everything about it takes the password of the user. */
export const secondFactor = ({ ask }: Connection) => ({
  begin: (password: string) =>
    ask<NewSecondFactor>({ method: 'POST', path, headers: passwordHeader(password) }),

  /** With `revokeTokens`, every other access token, all API tokens and all sessions end. */
  confirm: (password: string, confirmation: { code: string; revokeTokens: boolean }) =>
    ask<Message>({
      method: 'POST',
      path: `${path}/confirmation`,
      headers: passwordHeader(password),
      body: confirmation,
    }),

  remove: (password: string) =>
    ask<Message>({ method: 'DELETE', path, headers: passwordHeader(password) }),

  /** Those that were not used yet. */
  backupCodes: (password: string) =>
    ask<BackupCode[]>({
      method: 'GET',
      path: `${path}/backupcodes`,
      headers: passwordHeader(password),
    }),

  /** Ten new ones; the others count no more. */
  renewBackupCodes: (password: string) =>
    ask<BackupCode[]>({
      method: 'POST',
      path: `${path}/backupcodes`,
      headers: passwordHeader(password),
    }),
})
