/** Language of dates and numbers; the zone is the reader's. */
export const locale = 'en-GB'
