// Java 17 or newer. rawBody is the request's body before anything parsed it; header names are in lower case.
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class VerifyWebhook {
  private static final long TOLERANCE_SECONDS = 300;

  /** True when the service sent exactly these bytes within five minutes of now, in seconds since 1970. */
  public static boolean verify(byte[] rawBody, Map<String, String> headers, String secret, long now) throws GeneralSecurityException {
    String id = headers.getOrDefault("webhook-id", "");
    String timestamp = headers.getOrDefault("webhook-timestamp", "");
    if (!timestamp.matches("[0-9]{1,18}") || Math.abs(now - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;

    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    String standard = "v1," + Base64.getEncoder().encodeToString(sign(key, bytes(id + "." + timestamp + "."), rawBody));
    // While a secret is being changed there are several, with spaces between them.
    boolean found = false;
    for (String given : headers.getOrDefault("webhook-signature", "").split(" ")) found |= same(given, standard);
    return found;
  }

  private static byte[] sign(byte[] key, byte[]... parts) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    for (byte[] part : parts) mac.update(part);
    return mac.doFinal();
  }

  private static boolean same(String given, String due) {
    return MessageDigest.isEqual(bytes(given), bytes(due));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
