import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

public final class Check {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = lines.readLine()) != null; ) {
      String[] fields = line.trim().split(" ");
      Map<String, String> headers = new HashMap<>();
      for (int at = 3; at < fields.length; at++) {
        String[] header = text(fields[at]).split(": ", 2);
        headers.put(header[0], header[1]);
      }
      System.out.println(VerifyWebhook.verify(bytes(fields[2]), headers, text(fields[0]), Long.parseLong(text(fields[1]))));
    }
  }

  private static byte[] bytes(String field) {
    return Base64.getDecoder().decode(field.substring(1));
  }

  private static String text(String field) {
    return new String(bytes(field), StandardCharsets.UTF_8);
  }
}
