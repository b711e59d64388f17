/** The name and version of the embedded model. Every change of its rankings gets a new version. */
export const embeddedModelName = 'amplify-salience/2.1.0';
