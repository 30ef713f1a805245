const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const length = 8;

/** A code nobody guesses: 8 capital letters and digits, each as likely as any other. */
export function generateCode(): string {
  let code = "";
  while (code.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 252 is the last multiple of 36 that a byte reaches; what is above it would favour the first letters.
      if (byte < 252 && code.length < length) code += alphabet.charAt(byte % alphabet.length);
    }
  }
  return code;
}
