import { defineCommand } from '#cli/define-command.ts'
import { chosenProfile } from '#cli/profiles/chosen-profile.ts'
import { authorizedCurl } from './authorized-curl.ts'
import { curlArguments } from './curl-arguments.ts'

export const curl = defineCommand({
  words: 'curl',
  summary: 'Call the API with curl, authenticated as you',
  description:
    'All arguments are passed to curl. A path such as /v2/self is resolved against the API; other servers are refused.\n' +
    'The progress meter is off. With --fail, a status of 400 or above exits with code 22; --fail-with-body also prints the body.\n' +
    'Uses the active profile, $BERTH_PROFILE, or --profile before the command: `berth --profile other curl /v2/self`.',
  rest: '<url or path> [options of curl]',
  examples: ['berth curl /v2/self', 'berth curl --fail -X DELETE /v2/self/keys/laptop'],
  async handle({ terminal, options, rest }) {
    const profile = await chosenProfile({ terminal, options })
    return authorizedCurl(terminal, profile, curlArguments(profile.api, rest))
  },
})
