/** Version of the package; a test holds it next to the manifest. */
export const version = '0.1.0'
