// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

extension StateInterfaces {
    /// Every method of every interface.
    package static let methods: [any StateMethod.Type] = [
        Playback.Save.self, Playback.SaveMany.self, Playback.Get.self, Playback.Resume.self,
        Playback.List.self, Playback.Clear.self, Playback.ClearAll.self, Playback.History.self,
        Playback.Undo.self, Playback.ListRemoved.self, Playback.ListRuns.self,
        Playback.AddAlias.self, Playback.RemoveAlias.self, Playback.ListAliases.self,
        Playback.Subscribe.self, Session.Attach.self, Session.SetPhase.self,
        Session.ListPlayers.self, Session.DescribePlayer.self, Session.ForgetPlayer.self,
        Session.SetQueue.self, Session.Enqueue.self, Session.PlayNow.self, Session.Skip.self,
        Session.ReportUnavailable.self, Session.ListAlerts.self, Session.DismissAlert.self,
        Session.RetryAlert.self, Events.Append.self, Events.List.self, Events.Follow.self,
        Sync.GetStatus.self, Sync.Monitor.self, Sync.SyncNow.self, Sync.RemoteChanged.self,
        Sync.ListOutbox.self, Sync.RetryFailed.self, Sync.ListConflicts.self,
        Sync.ResolveConflict.self, Sync.DismissConflict.self, Sync.Explain.self,
        Sync.ListRounds.self, Sync.ListDevices.self, Sync.ForgetDevice.self, Sync.AcceptRemote.self,
        Sync.LeaveRemote.self, Service.GetHealth.self, Service.GetMetrics.self,
        Service.GetSettings.self, Service.Backup.self, Service.ListBackups.self,
        Service.Restore.self, Service.Reload.self
    ]
}
