import { chosenProfile, type ProfileChoice } from '#cli/profiles/chosen-profile.ts'
import { Refusal } from '#cli/refusal.ts'

/** Answers a request of Git's credential protocol with user name and password. */
export async function gitCredential(choice: ProfileChoice, question: string): Promise<string> {
  const { credentials, git } = await chosenProfile(choice)
  if ('apiToken' in credentials) throw new Refusal('An API token cannot push.')
  const { protocol, host } = fields(question)
  if (protocol !== 'https' || (git && new URL(git).host !== host)) return ''
  return `username=${credentials.token}\npassword=${credentials.secret}\n`
}

/** Makes Git quit instead of prompting the user for a password that does not exist. */
export const stopGit = 'quit=1\n'

const fields = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s, 2)))
