/** Whether a change of a variable is in force without a deployment: credentials of visitors, which the router asks for. */
export const isAtOnce = (name: string): boolean => /^CC_HTTP_BASIC_AUTH(_\d+)?$/.test(name)
