// Stands in for wrangler before an account: what it is asked it writes to ASKED,
// what it answers it takes from the files in ACCOUNT.
const fs = require("node:fs");
const [account, asked] = [process.env.ACCOUNT, process.env.ASKED];
const args = process.argv.slice(2);
const has = (name) => fs.existsSync(`${account}/${name}`);
fs.appendFileSync(asked, args.join(" ") + "\n");
switch (args.join(" ")) {
  case "whoami --json":
    console.log(JSON.stringify({ loggedIn: has("login") }));
    process.exit(has("login") ? 0 : 1);
  case "login":
    if (!has("refuses")) fs.writeFileSync(`${account}/login`, "");
    break;
  case "kv namespace list":
    console.log(JSON.stringify([{ id: "0", title: "other-timelines" }, ...(has("namespace") ? [{ id: "7e1d", title: fs.readFileSync(`${account}/namespace`, "utf8") }] : [])]));
    break;
  case "deploy --config wrangler.deploy.json":
    process.exit(has("full") ? 1 : 0);
  default:
    if (args.slice(0, 3).join(" ") === "kv namespace create") fs.writeFileSync(`${account}/namespace`, args[3]);
    else process.exit(9);
}
