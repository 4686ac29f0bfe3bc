import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { abortable } from '#client/http/connection.ts'
import { invoices } from '#client/resources/billing/invoices.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { documentationQuery } from '#console/api/queries/account.ts'
import { releasesQuery, summariesQuery } from '#console/api/queries/application/deployments.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import type { OwnedApplication } from './application-commands.ts'
import type { Command } from './command.ts'
import { namedApplication, ownedApplications, type PaletteScope } from './commands.ts'
import {
  commitCommands,
  documentationCommands,
  invoiceCommands,
  rollbackCommands,
} from './found-commands.ts'

const maxDeployments = 50
const maxReleases = 30
const maxInvoices = 200

/** Between the last key and the question about another application, in milliseconds. */
const pause = 250

/** Years of them; a short list, of its own key, because the page of invoices has them all. */
const newestInvoicesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'invoices'), { limit: maxInvoices }],
    queryFn: ({ signal }) =>
      invoices(abortable(connection, signal)).list(ownerId, { limit: maxInvoices }),
  })

interface Wanted {
  isOpen: boolean
  words: readonly string[]
}

/**
 * What has to be asked for: releases and commits of the open application and of the one that is named, invoices of the
 * current organisation, and titles of the documentation. Nothing is asked while the palette is closed.
 */
export function useFoundCommands(scope: PaletteScope, { isOpen, words }: Wanted): Command[] {
  const { current } = scope
  const open = ownedApplications(scope).find((each) => each.isOpen)
  const namedId = useSettled(namedApplication(scope, words)?.application.id)
  const named = ownedApplications(scope).find(({ application: { id } }) => id === namedId)
  const asked = [open, named].filter((each) => each !== undefined)
  const deployments = useQueries({
    queries: asked.map((each) => ({
      ...summariesQuery(addressOf(each), { limit: maxDeployments, action: 'DEPLOY' }),
      enabled: isOpen && mayDo(each.owner.role, 'see'),
      // Those of another application would be listed under this one's name.
      placeholderData: [],
    })),
  })
  const releases = useQueries({
    queries: asked.map((each) => ({
      ...releasesQuery(addressOf(each)),
      enabled: isOpen && mayDo(each.owner.role, 'operate'),
    })),
  })
  const { data: bills = [] } = useQuery({
    ...newestInvoicesQuery(current?.id ?? ''),
    enabled: isOpen && mayDo(current?.role, 'bill'),
  })
  const { data: pages = [] } = useQuery({ ...documentationQuery, enabled: isOpen })
  return [
    ...asked.flatMap((each, at) => [
      ...rollbackCommands(each, releases[at]?.data?.slice(0, maxReleases) ?? []),
      ...commitCommands(each, deployments[at]?.data ?? []),
    ]),
    ...(current ? invoiceCommands(current, bills) : []),
    ...documentationCommands(pages),
  ]
}

const addressOf = ({ owner, application }: OwnedApplication) => ({
  ownerId: owner.id,
  id: application.id,
})

/** A value once it has stayed the same for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
