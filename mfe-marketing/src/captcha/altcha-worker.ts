// One worker for every algorithm of ALTCHA that needs no WebAssembly; it answers to the messages of altcha/lib.
import 'altcha/workers/pbkdf2';
