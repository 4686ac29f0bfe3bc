import type { UserId } from '#platform/model/ids.ts'

/** A value that a program keeps for a user, such as the theme of a console; it means nothing to the platform. */
export interface UserSetting {
  userId: UserId
  /** Separates the settings of one program from those of another; empty by default. */
  env: string
  name: string
  value: string
}
