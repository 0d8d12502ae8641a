import OpenAI from "openai";

import { Tap } from "./heldbytes-tap.js";

Object.assign(process.env, { OPENAI_BASE_URL: process.argv[2], OPENAI_API_KEY: "none" });
const model = "m", messages = [{ role: "user", content: "?" }], act = () => {};
RECIPE
