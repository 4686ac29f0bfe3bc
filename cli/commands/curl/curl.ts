import { defineCommand } from '#cli/define-command.ts'
import { chosenProfile } from '#cli/profiles/chosen-profile.ts'
import { authorizedCurl } from './authorized-curl.ts'
import { curlArguments } from './curl-arguments.ts'

export const curl = defineCommand({
  words: 'curl',
  summary: 'Call the API with curl, authenticated as you',
  description:
    'Everything is handed to curl. A path such as /v2/self stands for the same path of the API; other servers are refused.\n' +
    'The profile is the active one, or that of $BERTH_PROFILE.',
  rest: '<url or path> [options of curl]',
  examples: ['berth curl /v2/self', 'berth curl -s -X DELETE /v2/self/keys/laptop'],
  async handle({ terminal, rest }) {
    const profile = await chosenProfile({ terminal, options: { profile: undefined } })
    return authorizedCurl(terminal, profile, curlArguments(profile.api, rest))
  },
})
