import Anthropic from "@anthropic-ai/sdk";

import { Tap } from "./heldbytes-tap.js";

Object.assign(process.env, { ANTHROPIC_BASE_URL: process.argv[2], ANTHROPIC_API_KEY: "none" });
const model = "m", messages = [{ role: "user", content: "?" }], act = () => {};
RECIPE
