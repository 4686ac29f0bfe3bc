/** Texts of the settings of an organisation. */
export const organisationSettingsTexts = {
  title: 'Settings',
  about: 'About the organisation',
  name: 'Name',
  description: 'Description',
  billing: 'Address on invoices',
  billingLead: 'Invoices need a name, an address and a country.',
  company: 'Company',
  vat: 'VAT number',
  billingEmail: 'E-mail address for invoices',
  facts: 'Information',
  id: 'Id',
  role: 'Your role',
  personal: 'This is your personal space',
  personalHelp: 'Its name and address are those of your profile.',
  toProfile: 'Open the profile',
  danger: 'Danger zone',
  leave: 'Leave the organisation',
  leaveLead:
    'You lose access to it. An administrator can invite you again. The only administrator cannot leave.',
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveText: 'You lose access at once.',
  left: (name: string) => `You have left ${name}.`,
  delete: 'Delete the organisation',
  deleteLead:
    'Only an empty organisation can be deleted: delete its applications, add-ons and providers first.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'Its members lose access, and it cannot be brought back. Invoices are kept by the operator.',
  deleteAction: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} was deleted.`,
}
