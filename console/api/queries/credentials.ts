import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { accessTokens } from '#client/resources/accounts/access-tokens.ts'
import { consents } from '#client/resources/accounts/consents.ts'
import { emails } from '#client/resources/accounts/emails.ts'
import { ownApiTokens } from '#client/resources/accounts/own-api-tokens.ts'
import { sessions } from '#client/resources/accounts/sessions.ts'
import { sshKeys } from '#client/resources/accounts/ssh-keys.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** Addresses beside the primary one. */
export const emailsQuery = queryOptions({
  queryKey: queryKeys.account('emails'),
  queryFn: ({ signal }) => emails(abortable(connection, signal)).list(),
})

export const sshKeysQuery = queryOptions({
  queryKey: queryKeys.account('ssh-keys'),
  queryFn: ({ signal }) => sshKeys(abortable(connection, signal)).list(),
})

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.account('sessions'),
  queryFn: ({ signal }) => sessions(abortable(connection, signal)).list(),
})

export const accessTokensQuery = queryOptions({
  queryKey: queryKeys.account('access-tokens'),
  queryFn: ({ signal }) => accessTokens(abortable(connection, signal)).list(),
})

export const apiTokensQuery = queryOptions({
  queryKey: queryKeys.account('api-tokens'),
  queryFn: ({ signal }) => ownApiTokens(abortable(connection, signal)).list(),
})

export const consentsQuery = queryOptions({
  queryKey: queryKeys.account('consents'),
  queryFn: ({ signal }) => consents(abortable(connection, signal)).list(),
})
