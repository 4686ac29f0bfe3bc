import type {
  Maintenance,
  MaintenanceChange,
} from '#client/resources/applications/visitors/maintenance.ts'

/** A maintenance as people type it: the end in local time, addresses one on each line. */
export interface MaintenanceFields {
  message: string
  until: string
  allowed: string
}

export const fieldsOf = ({ message, until, allowed }: Maintenance): MaintenanceFields => ({
  message,
  until: until === null ? '' : localMinute(until),
  allowed: allowed.join('\n'),
})

/** The end in ISO 8601, or as it was typed where that is no time: the server says what is wrong. */
export const changeOf = ({ message, until, allowed }: MaintenanceFields): MaintenanceChange => ({
  message,
  until: until === '' ? null : isoOf(until),
  allowed: allowed.split(/[\s,]+/).filter((each) => each !== ''),
})

function isoOf(local: string): string {
  const time = Date.parse(local)
  return Number.isNaN(time) ? local : new Date(time).toISOString()
}

function localMinute(iso: string): string {
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
