//! Secrets of many kinds, each in several places, and texts that look like them. Drawn from a seed, so that none is a real one and no
//! scanner of sources mistakes them for real ones.

use apprentice_contracts::MASK;
use apprentice_observe::redact::mask_text;
use std::fmt::Write as _;

/// A generator of the same numbers in every run (SplitMix64).
pub struct Draw(pub u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn of(&mut self, alphabet: &str, count: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..count).map(|_| letters[(self.next() % letters.len() as u64) as usize]).collect()
    }
}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGIT: &str = "0123456789";
const HEX: &str = "0123456789abcdef";
const WORD: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE58: &str = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A value in a template: `{alphabet*count}` is drawn, everything else is as it is. `^` breaks what a scanner would recognize.
pub fn drawn(draw: &mut Draw, template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|close| open + close) else { break };
        out.push_str(&rest[..open]);
        let (name, count) = rest[open + 1..close].split_once('*').unwrap_or((&rest[open + 1..close], "1"));
        let alphabet = match name {
            "l" => LOWER,
            "u" => UPPER,
            "d" => DIGIT,
            "x" => HEX,
            "w" => WORD,
            "b58" => BASE58,
            "b32" => BASE32,
            other => panic!("no alphabet {other}"),
        };
        out.push_str(&draw.of(alphabet, count.parse().expect("a number")));
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out.replace('^', "")
}

/// A password that a person chose.
const CHOSEN: &str = "{l*4}-{d*2}{u*1}{l*3}";

/// Kinds whose shape tells: the value alone.
const SHAPES: &[(&str, &str)] = &[
    ("AWS access key", "AK^IA{u*16}"),
    ("GitHub token", "gh^p_{w*36}"),
    ("GitHub fine-grained token", "github_^pat_{w*22}_{w*59}"),
    ("GitLab token", "gl^pat-{w*20}"),
    ("npm token", "np^m_{w*36}"),
    ("PyPI token", "py^pi-Ag{w*40}"),
    ("Slack token", "xo^xb-{d*12}-{d*12}-{w*24}"),
    ("Stripe key", "sk^_live_{w*24}"),
    ("Google API key", "AI^za{w*35}"),
    ("SendGrid key", "S^G.{w*22}.{w*43}"),
    ("OpenAI key", "s^k-proj-{w*40}"),
    ("Anthropic key", "s^k-ant-api03-{w*40}"),
    ("DigitalOcean token", "do^p_v1_{x*64}"),
    ("Hugging Face token", "h^f_{w*34}"),
    ("Vault token", "hv^s.{w*24}"),
    ("JSON web token", "ey^JhbGciOiJIUzI1NiJ9.ey^JzdWIiOiIx{w*20}.{w*43}"),
    ("Telegram bot token", "{d*10}:AA{w*33}"),
    ("age key", "AGE-SECRET-^KEY-1{u*58}"),
    ("WIF key", "5{b58*50}"),
    ("compressed WIF key", "K{b58*51}"),
    ("extended private key", "xp^rv{b58*107}"),
    ("bcrypt hash", "$2b$12${w*53}"),
    ("card number", "4111 1111 1111 1111"),
    ("IBAN", "DE89 3704 0044 0532 0130 00"),
    ("IBAN without blanks", "GB33BUKB20201555555555"),
    ("seed phrase", "legal winner thank year wave sausage worth useful legal winner thank yellow"),
    (
        "long seed phrase",
        "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless",
    ),
];

/// Kinds that their context tells: `<…>` is the secret.
const CONTEXTS: &[(&str, &str)] = &[
    ("short assignment", "PW=<{l*4}{d*3}>"),
    ("glued assignment", "MYPASS=<{l*5}{d*3}>"),
    ("assignment", "export DB_PASSWORD=<{l*6}{d*2}>"),
    ("flag", "tool --password <{l*6}{d*2}>"),
    ("flag with an equals sign", "tool --api-key=<{w*20}>"),
    ("store password", "keytool -list -keystore a.jks -storepass <{l*5}{d*2}>"),
    ("key password", "jarsigner -keypass <{l*5}{d*2}> app.jar ada"),
    ("source store password", "keytool -importkeystore -srcstorepass <{l*5}{d*2}>"),
    ("database login", "sqlplus scott/<{l*5}{d*2}>@orcl"),
    ("import login", "impdp system/<{l*5}{d*2}>@//db.example:1521/x"),
    ("ftp login", "lftp -u ada,<{l*5}{d*2}> ftp.example.org"),
    ("queue login", "mosquitto_pub -h mq.example -u ada -P <{l*5}{d*2}> -t a -m b"),
    ("queue login before the account", "mosquitto_sub -P <{l*5}{d*2}> -u ada -t a"),
    ("sql client login", "sqlcmd -S db -U sa -P <{l*5}{d*2}>"),
    ("mysql password", "mysql -u root -p<{l*5}{d*2}> shop"),
    ("curl login", "curl -u ada:<{l*5}{d*2}> https://x.example/a"),
    ("password in an address", "git clone https://ada:<{l*5}{d*2}>@git.example/a.git"),
    ("token in an address", "git clone https://<{w*24}>@git.example/a.git"),
    ("parameter of an address", "curl 'https://x.example/a?access_token=<{w*12}>&page=2'"),
    ("one-time code of an address", "open https://x.example/cb?code=<{w*24}>"),
    ("reset link", "open https://x.example/reset-password/<{w*24}>"),
    ("invitation link", "xdg-open https://x.example/invite/<{w*22}>"),
    ("bot address", "curl https://api.telegram.org/bot<{d*10}:AA{w*33}>/getMe"),
    ("one-time seed address", "qrencode 'otpauth://totp/a:ada?secret=<{b32*16}>&issuer=a'"),
    ("one-time seed", "oathtool --totp -b <{b32*32}>"),
    ("piped login", "echo 'ada:<{l*5}{d*2}>' | chpasswd"),
    ("piped login to base64", "printf 'ada:<{l*5}{d*2}>' | base64"),
    ("piped passphrase", "echo <{l*5}{d*2}> | gpg --batch --passphrase-fd 0 -d a.gpg"),
    ("piped password", "echo <{l*5}{d*2}> | docker login -u ada --password-stdin"),
    ("piped to sudo", "echo <{l*5}{d*2}> | sudo -S true"),
    ("key pair", "puttygen: Private-Lines: 2 <{w*64}>"),
    ("cluster secret", "kubectl create secret generic db --from-literal=url=<{l*5}{d*2}>"),
    ("cloud secret", "aws secretsmanager create-secret --name a --secret-string <{l*5}{d*2}>"),
    ("cloud parameter", "aws ssm put-parameter --name a --type SecureString --value <{l*5}{d*2}>"),
    ("vault entry", "vault kv put secret/db value=<{l*5}{d*2}>"),
    ("key vault entry", "az keyvault secret set --name a --vault-name b --value <{l*5}{d*2}>"),
    ("hosted setting", "heroku config:set STRIPE_KEY=<{l*5}{d*2}>"),
    ("hosted secret", "flyctl secrets set A_URL=<{l*5}{d*2}>"),
    ("password manager", "bw unlock <{l*5}{d*2}>"),
    ("password manager login", "bw login ada@example.org <{l*5}{d*2}>"),
    ("keychain entry", "security add-generic-password -a ada -s a -w <{l*5}{d*2}>"),
    ("Wi-Fi key of nmcli", "nmcli dev wifi connect home password <{l*5}{d*4}>"),
    ("Wi-Fi passphrase", "wpa_passphrase home <{l*5}{d*4}>"),
    ("Wi-Fi code", "WIFI:T:WPA;S:home;P:<{l*5}{d*4}>;;"),
    ("Wi-Fi note", "Wi-Fi password: <{l*5}{d*4}>"),
    ("new key passphrase", "ssh-keygen -t ed25519 -N <{l*5}{d*2}> -f a"),
    ("password hash tool", "openssl passwd -6 <{l*5}{d*2}>"),
    ("obscured password", "rclone obscure <{l*5}{d*2}>"),
    ("windows user", "net user ada <{l*5}{d*2}> /add"),
    ("pdf password", "qpdf --password=<{l*5}{d*2}> a.pdf b.pdf"),
    ("zip password", "zip -P <{l*5}{d*2}> a.zip b"),
    ("redis password", "redis-cli -a <{l*5}{d*2}> ping"),
    ("ssh password", "sshpass -p <{l*5}{d*2}> ssh ada@x.example"),
    ("openssl password", "openssl enc -d -pass pass:<{l*5}{d*2}> -in a"),
    ("bearer", "curl -H 'Authorization: Bearer <{w*30}>' https://x.example"),
    ("social security number", "SSN: <0{d*2}-{d*2}-{d*4}>"),
    ("tax id", "Tax ID: <{d*11}>"),
    ("passport", "Passport number: <C{d*8}>"),
    ("texted code", "Your verification code is <{d*6}>."),
    ("texted code first", "<{d*6}> is your login code"),
    ("texted code in groups", "Your one-time code: <{d*3} {d*3}>"),
    ("one-time password", "OTP <{d*6}>"),
    ("json field", "{\"password\": \"<{l*5}{d*2}>\"}"),
    ("yaml field", "client_secret: <{w*24}>"),
    ("sentence", "the password is <{l*5}{d*2}>"),
    ("sql user", "CREATE USER ada IDENTIFIED BY '<{l*5}{d*2}>'"),
];

/// Where a text is. `§` is the text.
const PLACES: [&str; 8] =
    ["§", "  §", "cd /srv/app && §", "true; §", "# see below\n§\n", "(§)", "log 2026-11-25T10:00:00Z §", "§ # again"];
/// Where a value of a telling shape is.
const VALUE_PLACES: [&str; 8] = [
    "§",
    "echo §",
    "export VALUE='§'",
    "{\"value\": \"§\"}",
    "It is § today.",
    "curl -d \"§\" https://x.example/a",
    "Value: §",
    "first line\n§\nlast line",
];

#[test]
fn every_secret_is_masked_in_every_place() {
    let mut draw = Draw(16);
    let (mut missed, mut count) = (String::new(), 0);
    let mut check = |kind: &str, text: &str, secret: &str| {
        let (masked, _) = mask_text(text);
        if masked.contains(secret) || !masked.contains(MASK) {
            let _ = writeln!(missed, "{kind}: {text}\n    -> {masked}");
        }
    };
    for (kind, template) in SHAPES {
        for place in VALUE_PLACES {
            let secret = drawn(&mut draw, template);
            check(kind, &place.replace('§', &secret), &secret);
            count += 1;
        }
    }
    for (kind, template) in CONTEXTS {
        let (before, rest) = template.split_once('<').expect("a secret");
        let (inside, after) = rest.rsplit_once('>').expect("its end");
        for place in PLACES {
            let secret = drawn(&mut draw, inside);
            check(kind, &place.replace('§', &format!("{before}{secret}{after}")), &secret);
            count += 1;
        }
    }
    // A login as HTTP sends it.
    for place in VALUE_PLACES {
        let login = format!("ada:{}", drawn(&mut draw, CHOSEN));
        let encoded = base64(login.as_bytes());
        check("base64 of a login", &place.replace('§', &encoded), &encoded);
        count += 1;
    }
    assert!(count >= 700 && SHAPES.len() + CONTEXTS.len() >= 60, "{count} secrets of {} kinds", SHAPES.len() + CONTEXTS.len());
    assert!(missed.is_empty(), "recall {:.3}; missed:\n{missed}", 1.0 - missed.lines().count() as f64 / 2.0 / f64::from(count));
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let all = chunk.iter().chain([0, 0].iter()).take(3).fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        for place in 0..=chunk.len() {
            out.push(char::from(LETTERS[(all >> (18 - 6 * place)) as usize & 63]));
        }
        out.extend(std::iter::repeat_n('=', 3 - chunk.len()));
    }
    out
}

/// Texts without a secret. What is drawn in them is no secret either.
const LOOKALIKES: &[&str] = &[
    "550e8400-e29b-41d4-a716-{x*12}",
    "git show {x*40}",
    "git checkout {x*8}",
    "docker pull nginx@sha256:{x*64}",
    "sha256sum: {x*64}  a.iso",
    "npm i react@18.2.{d*1}",
    "uses: actions/checkout@v4",
    "go get example.org/a/b@v1.{d*2}.0",
    "npx create/app@latest",
    "/var/log/nginx/access-2026-11-{d*2}.log",
    "https://x.example/orders/{d*5}?page=2&sort=name",
    "https://x.example/docs/reset/password-policy",
    "https://x.example/blog/2026/11/how-to-share-a-link",
    "https://cdn.example/main.{x*8}.js",
    "ssh ada@host{d*2}.example -p 22{d*2}",
    "psql -U ada -p 54{d*2} shop",
    "mysql -u root -P 33{d*2} shop",
    "docker run -u 1000 -p 80{d*2}:80 nginx",
    "sudo -u postgres mkdir -p backups{d*2}",
    "rsync -u -p a{d*2} b",
    "cp -u notes{d*2}.txt backup",
    "tar -czf backup-2026{d*4}.tar.gz src",
    "ssh-keygen -t ed25519 -C ada@example.org",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 ada@host",
    "openssl x509 -in cert{d*2}.pem -noout",
    "echo hello{d*3} | grep hello",
    "echo 'name:Ada' | cut -d: -f2",
    "echo done > result{d*2}.txt",
    "printf '%s\\n' a b c",
    "kubectl get secrets -n shop{d*2}",
    "kubectl create configmap a --from-literal=mode=fast",
    "vault status -address https://vault.example",
    "aws s3 cp report{d*2}.pdf s3://bucket/reports/",
    "aws secretsmanager list-secrets --max-items 10",
    "az keyvault list",
    "heroku config:get STRIPE_MODE",
    "nmcli dev wifi list",
    "bw list items --search shop",
    "pass ls",
    "gpg --list-keys ada@example.org",
    "keytool -list -keystore a.jks",
    "PASSWORD=$DB_PASSWORD make deploy",
    "TOKEN=$(cat token.txt) ./run",
    "password: must be at least 12 characters",
    "Password policy",
    "Forgot password?",
    "max_tokens=4096",
    "bypass=true compass=north",
    "pass: 42, fail: 0",
    "PASS 42 tests in 1.{d*2} s",
    "primary_key=id",
    "key=name&order=asc",
    "session_timeout=3600",
    "Your order {d*6} is ready",
    "Invoice 2026-{d*4}",
    "error code {d*6}",
    "exit code 12{d*1}",
    "Zip code 902{d*2}",
    "Promo code SAVE20{d*2}",
    "Your customer number is {d*6}.",
    "Meeting at 10:{d*2}, room 3{d*2}",
    "DE12 3456 7890 1234 5678 91",
    "Phone: +49 30 {d*6}",
    "ISBN 978-3-16-14{d*4}-0",
    "192.168.{d*2}.1:8080",
    "00:1b:44:11:3a:b{d*1}",
    "#ff{x*4}",
    "abandon hope all ye who enter here because the sea is wide and deep",
    "the quick brown fox jumps over the lazy dog near the river bank today",
    "xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz",
    "0x{x*40}",
    "-----BEGIN CERTIFICATE-----",
    "ETag: W/\"{x*16}\"",
    "arn:aws:iam::{d*12}:role/shop",
    "ada@example.org",
    "com.example.shop.CustomerService",
    "HTTP_PROXY_HOST=proxy.example",
    "Wi-Fi is on",
    "Tax ID is required",
    "Passport photo.jpg",
    "SSN is missing",
];

#[test]
fn what_only_looks_like_a_secret_is_kept() {
    let mut draw = Draw(61);
    let (mut harmed, mut count) = (Vec::new(), 0);
    for template in LOOKALIKES {
        // In parentheses the end of a text changes, and after a comment sign nothing does.
        for place in [0, 1, 2, 3, 4, 6] {
            let text = PLACES[place].replace('§', &drawn(&mut draw, template));
            let (masked, _) = mask_text(&text);
            count += 1;
            if masked != text {
                harmed.push(format!("{text}\n    -> {masked}"));
            }
        }
    }
    assert!(count >= 400, "{count}");
    let secrets = (SHAPES.len() + CONTEXTS.len() + 1) * PLACES.len();
    #[allow(clippy::cast_precision_loss, reason = "a few hundred")]
    let precision = secrets as f64 / (secrets + harmed.len()) as f64;
    assert!(
        precision >= 0.98 && harmed.len() * 50 <= count,
        "precision {precision:.3}; harmed {}:\n{}",
        harmed.len(),
        harmed.join("\n")
    );
}
