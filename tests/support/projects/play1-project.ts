/** A Play 1 application that answers with what it was configured with. */
export const play1Hello: Readonly<Record<string, string>> = {
  'conf/application.conf': [
    'application.name=hello',
    'application.mode=dev',
    '%clevercloud.application.mode=prod',
    `application.secret=${'s3cr3t'.repeat(11)}`,
    'XForwardedSupport=all',
    'http.port=9999',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Play's.
    'my.word=${MY_WORD}',
    '',
  ].join('\n'),
  'conf/routes': 'GET / Application.index\n',
  'conf/dependencies.yml': 'require:\n    - play\n    - play -> secure\n',
  'app/controllers/Application.java': `package controllers;

import play.Play;
import play.mvc.Controller;

public class Application extends Controller {
    public static void index() {
        String word = Play.configuration.getProperty("my.word");
        renderText(word + " " + Play.id + " " + Play.mode + " " + request.secure + " " + System.getProperty("play.version"));
    }
}
`,
}
