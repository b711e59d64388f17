/** The name and version of the embedded model: a new version for every change of its rankings. */
export const embeddedModelName = 'amplify-salience/1.2.0';
