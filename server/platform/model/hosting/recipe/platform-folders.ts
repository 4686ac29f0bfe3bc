/** Folders of a repository with files for the platform, a private key among them. */
export const platformFolders = ['clevercloud', 'berth']
