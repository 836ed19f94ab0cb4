import StateProtocol
import Testing

@Suite struct InterfaceTests {
    @Test func `the five interfaces are there`() {
        #expect(
            StateInterfaces.texts.map { words(of: $0, after: "interface") } == [
                ["io.stated.Playback"], ["io.stated.Session"], ["io.stated.Events"],
                ["io.stated.Sync"], ["io.stated.Service"],
            ]
        )
    }

    @Test func `every method of Playback has its types`() {
        let ours = [
            Playback.Save.name, Playback.SaveMany.name, Playback.Get.name, Playback.Resume.name,
            Playback.List.name, Playback.Clear.name, Playback.ClearAll.name,
            Playback.History.name, Playback.Undo.name, Playback.AddAlias.name,
            Playback.RemoveAlias.name, Playback.ListAliases.name, Playback.Subscribe.name,
        ]
        #expect(ours == methods(of: StateInterfaces.playback, Playback.interface))
    }

    @Test func `every method of Service has its types`() {
        let ours = [
            Service.GetHealth.name, Service.GetMetrics.name, Service.Backup.name,
            Service.ListBackups.name, Service.Restore.name, Service.Reload.name,
        ]
        #expect(ours == methods(of: StateInterfaces.service, Service.interface))
    }

    @Test func `every method of Session has its types`() {
        let ours = [
            Session.Attach.name, Session.SetPhase.name, Session.ListPlayers.name,
            Session.DescribePlayer.name, Session.ForgetPlayer.name,
            Session.SetQueue.name, Session.Enqueue.name, Session.PlayNow.name, Session.Skip.name,
            Session.ReportUnavailable.name, Session.ListAlerts.name, Session.DismissAlert.name,
            Session.RetryAlert.name,
        ]
        #expect(ours == methods(of: StateInterfaces.session, Session.interface))
    }

    private func methods(of text: String, _ interface: String) -> [String] {
        words(of: text, after: "method").map { "\(interface).\($0)" }
    }
}
