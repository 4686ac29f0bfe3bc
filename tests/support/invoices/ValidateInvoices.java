import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Validates each file that it is given, in one JVM, and prints a report for each. */
public class ValidateInvoices {
  public static void main(String[] files) {
    PrintStream out = System.out;
    System.setOut(new PrintStream(new ByteArrayOutputStream()));
    for (String file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      validator.disableNotices();
      String report = validator.validate(file);
      out.println((validator.wasCompletelyValid() ? "VALID " : "INVALID ") + file);
      out.println(report.replace("\n", " "));
    }
  }
}
